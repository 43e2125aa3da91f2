// ItemDelivery: queued or scheduled work → worded → frozen → sent part by part → confirmed, retried or failed.
// One lane per address keeps the order; quiet hours, the idle rule, a room's lines an hour and folding are decided here.
// It finds no news, knows no feed and no SQL, and does not know how networks differ.
// Run by `crier` as `DeliveryWorker`; it meets FeedRefresh only in the `delivery` table.
// The rules are pure values (DeliveryPlan, LanePlan, QuietHoursRule, RetryPlan); the service drives them.
