-- Ranks, a dense order of a column: twelve digits, then letters between two neighbours. A rank at the top or the end is the next number.
-- Only repeated insertion between two cards lengthens ranks.

-- A fraction strictly between two fractions in base 62; `upper` null means 1. Never ends with 0, so a smaller one
-- exists.
create function fraction_between(lower_one text, upper_one text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  made text := '';
  low integer;
  high integer;
begin
  for i in 1 .. char_length(lower_one) + coalesce(char_length(upper_one), 0) + 2 loop
    low := strpos(digits, substr(lower_one, i, 1)) - 1; -- a fraction continues with zeros
    high := case when upper_one is null then 62 else strpos(digits, substr(upper_one, i, 1)) - 1 end;
    if high - low > 1 then
      return made || substr(digits, (low + high) / 2 + 1, 1);
    end if;
    made := made || substr(digits, low + 1, 1);
    if high > low then upper_one := null; end if;
  end loop;
  raise exception 'no fraction between % and %', lower_one, upper_one;
end
$$;

-- A rank after `above` and before `below`. Null means the edge of the column.
create function rank_between(above text, below text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  top bigint := substr(above, 1, 12)::bigint;
  bottom bigint := substr(below, 1, 12)::bigint;
begin
  if above is null and below is null then return '500000000000'; end if;
  if above is null then return lpad((bottom - 1)::text, 12, '0'); end if;
  if below is null then return lpad((top + 1)::text, 12, '0'); end if;
  if bottom - top > 1 then return lpad(((top + bottom) / 2)::text, 12, '0'); end if;
  return substr(above, 1, 12) || public.fraction_between(substr(above, 13), case when bottom = top then substr(below, 13) end);
end
$$;

-- A free rank before another card, at the end if null, or at the top with `on_top`. Security definer: it includes
-- cards hidden from the caller, because otherwise two of them could get the same rank.
create function free_rank(column_id uuid, card_id uuid, before_id uuid default null, on_top boolean default false) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  above text;
  below text;
begin
  -- Serialized per column until the end of the transaction.
  perform pg_advisory_xact_lock(hashtextextended('opportunities.rank ' || column_id, 0));
  if on_top then
    select min(o.rank) into below from public.opportunities o where o.stage_id = column_id and o.id is distinct from card_id;
    return public.rank_between(null, below);
  end if;
  select o.rank into below from public.opportunities o
  where o.id = before_id and o.stage_id = column_id and o.id is distinct from card_id;
  select max(o.rank) into above from public.opportunities o
  where o.stage_id = column_id and o.id is distinct from card_id and (below is null or o.rank < below);
  return public.rank_between(above, below);
end
$$;
