-- Prices by the month or the year, sold at the checkout. The order keeps what was offered, and its first payment makes the plan.
alter table orders
  add column plan_interval text constraint unknown_plan_interval check (plan_interval in ('month', 'year')),
  -- How many charges; null: until it is ended.
  add column plan_charges integer constraint plan_charges_range check (plan_charges between 2 and 60),
  add constraint plan_charges_without_interval check (plan_charges is null or plan_interval is not null),
  add constraint plan_is_sold_alone check (
    plan_interval is null or installments = 1 and coupon_id is null and bump_product_id is null and amount_agorot > 0);

-- A plan without an end: the next charge is added while its card is active.
alter table payment_plans add column renews_every text constraint unknown_renewal check (renews_every in ('month', 'year'));
alter table charges drop constraint charge_number_range;
alter table charges add constraint charge_number_range check (number between 1 and 1200);
