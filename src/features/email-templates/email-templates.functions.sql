create function stamp_email_text() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

create trigger stamp_update before update on email_texts for each row execute function stamp_email_text();

-- Texts are cached in memory together with the pages.
create trigger announce_page_change after insert or update or delete on email_texts
  for each statement execute function announce_page_change();

-- Checks a mail's texts against its kind: tokens, button and blocks. An unknown token would leave a gap in the mail.
create function check_email_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  about public.email_kinds := (select k from public.email_kinds k where k.kind = new.kind);
  broken text;
begin
  -- An unknown kind is rejected by the foreign key.
  if about.kind is null then return new; end if;
  if about.has_link and new.button is null then broken := 'email_without_button'; end if;
  -- Another JSON type is rejected by its constraint.
  if exists (
    select from jsonb_array_elements(case jsonb_typeof(new.blocks) when 'array' then new.blocks else '[]' end) block
    where block ? 'when' or not public.is_message_block(block)) then
    broken := 'email_block_incomplete';
  end if;
  -- Only string values of the blocks are checked: their JSON syntax may contain double braces.
  if regexp_replace(concat_ws(' ', new.subject, new.preheader, new.heading, new.body, new.button, new.closing,
      (select string_agg(words #>> '{}', ' ') from jsonb_path_query(new.blocks, 'strict $.** ? (@.type() == "string")') words)),
      format('\{\{(%s)\}\}', array_to_string(about.tokens, '|')), '', 'g') ~ '\{\{|\}\}' then
    broken := 'unknown_email_token';
  end if;
  if broken is not null then
    raise exception using errcode = 'check_violation', message = format('the words violate check constraint "%s"', broken), constraint = broken, table = 'email_texts', schema = 'public';
  end if;
  return new;
end
$$;

create trigger check_tokens before insert or update on email_texts for each row execute function check_email_tokens();

create function private.picture_uses_of_email_texts(ids uuid[]) returns table (place text, name text, link text)
language sql stable security definer set search_path = '' as $$
  select 'נוסח הודעה', e.subject, '/crm/email/texts?kind=' || e.kind from public.email_texts e where private.names_picture(e.blocks, ids)
$$;
