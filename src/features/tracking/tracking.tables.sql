-- Tracking pixel, loaded with the visitor's consent. One row or none: none, no pixel.
create table tracking_settings (
  is_only boolean primary key default true check (is_only),
  pixel_id text not null constraint pixel_id_form check (pixel_id ~ '^[0-9]{5,20}$'),
  updated_at timestamptz not null default now()
);
