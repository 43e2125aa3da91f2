// ItemDelivery: words queued deliveries, freezes them, sends each part, and records whether it was confirmed.
// Each address has one lane, which keeps the order. Quiet hours, waiting for silence, the hourly line limit and folding
// are decided here.
// It does not search for news, read feeds or contain SQL. Differences between networks are behind `ChatNetwork`.
// Used by crier, which runs it as `DeliveryWorker`. FeedRefresh reaches it only through the `delivery` table.
// The rules are pure values: DeliveryPlan, LanePlan, QuietHoursRule, RetryPlan.
