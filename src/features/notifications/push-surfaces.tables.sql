-- Where a browser was switched on. A staff member who is a client too has a subscription of each.
alter table push_subscriptions
  add column surface text not null default 'crm' constraint unknown_push_surface check (surface in ('crm', 'portal'));
