-- The words of names, kept once per statement rather than once per person, for lists of people come and go by thousands. A word goes
-- when nobody bears it any more; that it is part of somebody's longer name says nothing.
-- Whoever writes a name down works this out for the index.
grant execute on function words_of_name(text) to authenticated, service_role;
create index contacts_by_word on contacts using gin (words_of_name(search_name)) with (fastupdate = off);

create function forget_name_words(words text[]) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.name_words w
  where w.word = any (words)
    and not exists (select from public.contacts c where public.words_of_name(c.search_name) @> array[w.word])
$$;
revoke execute on function forget_name_words(text[]) from public;

drop trigger keep_words_of_new on contacts;

create function keep_words_of_new() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In one order everywhere, so that two lists never wait for each other in a circle.
  insert into public.name_words select distinct word from written w, unnest(public.words_of_name(w.search_name)) word order by 1
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_words_of_new after insert on contacts referencing new table as written
  for each statement execute function keep_words_of_new();

create function forget_words_of_gone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.forget_name_words(array(select distinct word from gone g, unnest(public.words_of_name(g.search_name)) word));
  return null;
end
$$;
create trigger forget_words_of_gone after delete on contacts referencing old table as gone
  for each statement execute function forget_words_of_gone();

create or replace function keep_name_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.name_words select unnest(public.words_of_name(new.search_name)) on conflict do nothing;
  perform public.forget_name_words(public.words_of_name(old.search_name));
  return null;
end
$$;
