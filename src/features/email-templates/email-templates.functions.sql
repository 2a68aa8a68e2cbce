create function note_email_edited() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

create trigger note_edited before update on email_texts for each row execute function note_email_edited();

-- The words are kept in memory beside the pages.
create trigger announce_page_change after insert or update or delete on email_texts
  for each statement execute function announce_page_change();

-- What a constraint cannot see from its row: which values the words of this mail may name. One that nothing stands for would leave a hole.
create function check_email_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  about public.email_kinds := (select k from public.email_kinds k where k.kind = new.kind);
  broken text;
begin
  -- Of a kind that nobody sends the foreign key speaks.
  if about.kind is null then return new; end if;
  if about.has_link and new.button is null then broken := 'email_without_button'; end if;
  if regexp_replace(concat_ws(' ', new.subject, new.preheader, new.heading, new.body, new.button, new.closing),
      format('\{\{(%s)\}\}', array_to_string(about.tokens, '|')), '', 'g') ~ '\{\{|\}\}' then
    broken := 'unknown_email_token';
  end if;
  if broken is not null then
    raise exception using errcode = 'check_violation', message = format('the words violate check constraint "%s"', broken), constraint = broken, table = 'email_texts', schema = 'public';
  end if;
  return new;
end
$$;

create trigger check_words before insert or update on email_texts for each row execute function check_email_words();
