// ItemDelivery
