-- To which pixel of a social network page views are told, once a visitor has allowed it. One row or none: none tells nobody.
create table tracking_settings (
  is_only boolean primary key default true check (is_only),
  pixel_id text not null constraint pixel_id_form check (pixel_id ~ '^[0-9]{5,20}$'),
  updated_at timestamptz not null default now()
);
