-- Every mail that goes out in words that can be edited: which values they may name, and whether it carries a link. A new mail is a new row.
create table email_kinds (
  kind text primary key,
  tokens text[] not null,
  has_link boolean not null
);

insert into email_kinds (kind, tokens, has_link) values
  ('confirm_signup', '{email,newEmail,businessName,validFor}', true),
  ('recover_password', '{email,newEmail,businessName,validFor}', true),
  ('change_email', '{email,newEmail,businessName,validFor}', true),
  ('magic_link', '{email,newEmail,businessName,validFor}', true),
  ('invite', '{email,newEmail,businessName,validFor}', true),
  ('reauthenticate', '{email,newEmail,businessName,validFor}', false),
  ('newsletter_confirm', '{businessName,validFor}', true),
  ('newsletter_reminder', '{businessName,validFor}', true),
  ('newsletter_welcome', '{businessName}', true),
  ('cancellation_received', '{businessName,firstName,ticketNumber,date,time}', false),
  ('accessibility_received', '{businessName,firstName,ticketNumber,date,time}', false);

alter table email_kinds enable row level security;
grant select on email_kinds to authenticated;
create policy "owners and admins see which mails go out" on email_kinds for select to authenticated
  using ((select has_role('owner', 'admin')));

alter table email_texts
  drop constraint unknown_email_kind,
  drop constraint email_without_button,
  drop constraint unknown_email_token,
  add constraint unknown_email_kind foreign key (kind) references email_kinds (kind);

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
