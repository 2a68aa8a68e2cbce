-- People who live together: joined and parted in one go, and who of them gets which letters of the home.
alter table contacts add column home_mail text[] not null default '{reminders,summaries}'
  constraint unknown_home_mail check (home_mail <@ array['reminders', 'summaries', 'invoices']);
grant insert (home_mail), update (home_mail) on contacts to authenticated;

-- Makes people one home: that of the one who has one, else a new one named after their family. With the caller's rights.
create function join_household(people uuid[]) returns households
language plpgsql volatile set search_path = public as $$
declare
  homes constant uuid[] := array(
    select distinct c.household_id from contacts c join households h on h.id = c.household_id and h.deleted_at is null
    where c.id = any (people));
  home households;
  family text;
begin
  if (select count(*) from contacts c where c.id = any (people) and c.deleted_at is null) < 2 then
    raise sqlstate 'PT422' using message = 'household_needs_two';
  end if;
  if cardinality(homes) > 1 then
    raise sqlstate 'PT409' using message = 'in_two_households';
  end if;
  if cardinality(homes) = 1 then
    select h.* into home from households h where h.id = homes[1];
  else
    select coalesce(c.last_name, c.first_name) into family from contacts c where c.id = people[1];
    -- A coach sees a home only once somebody of theirs lives in it: the id is known beforehand, nothing is read back.
    home.id := gen_random_uuid();
    home.name := left('משפחת ' || family, 120);
    insert into households (id, name) values (home.id, home.name);
  end if;
  update contacts c set household_id = home.id, household_role = coalesce(c.household_role, 'partner')
  where c.id = any (people) and c.household_id is distinct from home.id;
  return home;
end
$$;
grant execute on function join_household(uuid[]) to authenticated;
