-- Subscriptions, payments, cards and refunds get keys that begin with the contractor. Unique keys without it stay for
-- processes of the release before.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS cards_contractor_id_id_pk ON cards (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS guarantee_claims_contractor_id_id_pk ON guarantee_claims (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_contractor_id_id_pk ON payment_attempts (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payments_contractor_id_id_pk ON payments (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS refunds_contractor_id_id_pk ON refunds (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS subscriptions_contractor_id_id_pk ON subscriptions (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS cards_kept ON cards (contractor_id, payment_method_id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS cards_gateway ON cards (payment_method_id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS gateway_customers_customer ON gateway_customers (customer_id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS guarantee_claims_id ON guarantee_claims (id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_asked ON payment_attempts (contractor_id, idempotency_key);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_charge ON payment_attempts (contractor_id, intent_id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_key ON payment_attempts (idempotency_key);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_intent ON payment_attempts (intent_id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_at ON payment_attempts (contractor_id, payment_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payment_attempts_running ON payment_attempts (contractor_id, payment_id) WHERE state in ('started', 'requires_action');
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_id ON payments (id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payments_numbered ON payments (contractor_id, number);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payments_billed ON payments (contractor_id, subscription_id, term, installment);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_id ON refunds (id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS refunds_asked ON refunds (contractor_id, idempotency_key);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS refunds_made ON refunds (contractor_id, refund_id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_gateway ON refunds (refund_id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_charge ON refunds (contractor_id, charge_id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_at ON refunds (contractor_id, payment_id, id);
--> step
-- New rows keep the new keys from here on; those that are there are looked at below, without a lock.
LOCK TABLE cards, guarantee_claims, payment_attempts, payments, refunds, renewal_notices, sign_ups, subscriptions;
ALTER TABLE guarantee_claims DROP CONSTRAINT guarantee_claims_refund_id_refunds_id_fk;
ALTER TABLE payment_attempts DROP CONSTRAINT payment_attempts_payment_id_payments_id_fk;
ALTER TABLE payment_attempts DROP CONSTRAINT payment_attempts_card_id_cards_id_fk;
ALTER TABLE payments DROP CONSTRAINT payments_subscription_id_subscriptions_id_fk;
ALTER TABLE refunds DROP CONSTRAINT refunds_payment_id_payments_id_fk;
ALTER TABLE sign_ups DROP CONSTRAINT sign_ups_subscription_id_subscriptions_id_fk;
ALTER TABLE renewal_notices DROP CONSTRAINT renewal_notices_subscription_id_subscriptions_id_fk;
ALTER TABLE cards DROP CONSTRAINT cards_pkey, ADD CONSTRAINT cards_contractor_id_id_pk PRIMARY KEY USING INDEX cards_contractor_id_id_pk;
ALTER TABLE guarantee_claims DROP CONSTRAINT guarantee_claims_pkey, ADD CONSTRAINT guarantee_claims_contractor_id_id_pk PRIMARY KEY USING INDEX guarantee_claims_contractor_id_id_pk;
ALTER TABLE payment_attempts DROP CONSTRAINT payment_attempts_pkey, ADD CONSTRAINT payment_attempts_contractor_id_id_pk PRIMARY KEY USING INDEX payment_attempts_contractor_id_id_pk;
ALTER TABLE payments DROP CONSTRAINT payments_pkey, ADD CONSTRAINT payments_contractor_id_id_pk PRIMARY KEY USING INDEX payments_contractor_id_id_pk;
ALTER TABLE refunds DROP CONSTRAINT refunds_pkey, ADD CONSTRAINT refunds_contractor_id_id_pk PRIMARY KEY USING INDEX refunds_contractor_id_id_pk;
ALTER TABLE subscriptions DROP CONSTRAINT subscriptions_pkey, ADD CONSTRAINT subscriptions_contractor_id_id_pk PRIMARY KEY USING INDEX subscriptions_contractor_id_id_pk;
ALTER TABLE guarantee_claims ADD CONSTRAINT guarantee_claims_refund FOREIGN KEY (contractor_id, refund_id) REFERENCES refunds (contractor_id, id) NOT VALID;
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_of_payment FOREIGN KEY (contractor_id, payment_id) REFERENCES payments (contractor_id, id) NOT VALID;
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_card FOREIGN KEY (contractor_id, card_id) REFERENCES cards (contractor_id, id) NOT VALID;
ALTER TABLE payments ADD CONSTRAINT payments_subscription FOREIGN KEY (contractor_id, subscription_id) REFERENCES subscriptions (contractor_id, id) NOT VALID;
ALTER TABLE refunds ADD CONSTRAINT refunds_of_payment FOREIGN KEY (contractor_id, payment_id) REFERENCES payments (contractor_id, id) NOT VALID;
ALTER TABLE sign_ups ADD CONSTRAINT sign_ups_subscription FOREIGN KEY (contractor_id, subscription_id) REFERENCES subscriptions (contractor_id, id) NOT VALID;
ALTER TABLE renewal_notices ADD CONSTRAINT renewal_notices_subscription FOREIGN KEY (contractor_id, subscription_id) REFERENCES subscriptions (contractor_id, id) NOT VALID;
--> step
ALTER TABLE guarantee_claims VALIDATE CONSTRAINT guarantee_claims_refund;
--> step
ALTER TABLE payment_attempts VALIDATE CONSTRAINT payment_attempts_of_payment;
--> step
ALTER TABLE payment_attempts VALIDATE CONSTRAINT payment_attempts_card;
--> step
ALTER TABLE payments VALIDATE CONSTRAINT payments_subscription;
--> step
ALTER TABLE refunds VALIDATE CONSTRAINT refunds_of_payment;
--> step
ALTER TABLE sign_ups VALIDATE CONSTRAINT sign_ups_subscription;
--> step
ALTER TABLE renewal_notices VALIDATE CONSTRAINT renewal_notices_subscription;
--> step
DROP INDEX CONCURRENTLY IF EXISTS payment_attempts_payment;
--> step
DROP INDEX CONCURRENTLY IF EXISTS payment_attempts_open;
--> step
DROP INDEX CONCURRENTLY IF EXISTS refunds_payment;
