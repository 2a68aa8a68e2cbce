grant select on bin to authenticated;
