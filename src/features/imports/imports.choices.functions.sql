-- Distinct values of a column, the most frequent first, as options of a custom field. A field has at most sixty options, so a sixty-first
-- result means too many. Runs with the caller's rights.
create function import_column_values(import uuid, col integer, header_row integer, separately boolean) returns table (value text, lines bigint)
language sql stable set search_path = public as $$
  select word.value, count(*)
  from import_rows r
  cross join lateral unnest(case when separately then regexp_split_to_array(r.raw ->> col, '[,;|]') else array[r.raw ->> col] end) part
  cross join lateral (select btrim(regexp_replace(part, '\s+', ' ', 'g')) as value) word
  where r.import_id = import and r.n > import_column_values.header_row and word.value <> ''
  group by word.value order by count(*) desc, word.value limit 61
$$;
comment on function import_column_values is 'never null: value, lines';

grant execute on function import_column_values(uuid, integer, integer, boolean) to authenticated;
