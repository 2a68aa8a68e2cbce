// A large business: generated contacts with phone numbers and addresses, and open opportunities on one board.
const firstNames =
  'נועה דנה יעל מיכל שירה תמר רותם עדי ליאור יונתן איתי עומר דניאל אורי גיא אלון נדב עידו משה דוד'.split(' ')
const lastNames =
  'כהן לוי מזרחי פרץ ביטון דהן אברהם פרידמן מלכה אזולאי כץ יוסף עמר אוחיון חדד גבאי בן־דוד לנדאו שפירא גולן'.split(' ')

/** A unique last name: the target of the typo search. */
export const rare = { name: 'ברקוביץ׳', typo: 'ברקוביז' }

/** Adds contacts up to `upTo`, in one statement, with all triggers of a manually added contact. */
export const addPeople = `
  with named as (
    select n, gen_random_uuid() as id,
      ($2::text[])[1 + (n * 7919) % ${firstNames.length}] as first_name,
      case when n % 20011 = 17 then '${rare.name}' else ($3::text[])[1 + (n * 104729) % ${lastNames.length}] || ' ' || ($3::text[])[1 + (n / 20) % ${lastNames.length}] end as last_name
    from generate_series((select count(*) from contacts) + 1, $1::int) n
  ), added as (
    insert into contacts (id, first_name, last_name, lifecycle, source, owner_id, created_at, last_activity_at)
    select id, first_name, last_name, case when n % 3 = 0 then 'lead' else 'subscriber' end, case when n % 4 = 0 then 'המלצה' else 'אתר' end,
      (select user_id from user_roles where role = 'owner'), now() - n * interval '3 minutes', now() - (n % 5000) * interval '1 minute' - n * interval '1 second'
    from named
  )
  insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
  select id, 'phone', '0', '+9725' || lpad((n * 37 % 100000000)::text, 8, '0'), true from named
  union all
  select id, 'email', 'e', 'person' || n || '@example.com', true from named`

export const peopleValues = (upTo: number) => [upTo, firstNames, lastNames]

/** Open opportunities of the first contacts, spread over the open stages, with ranks as the board assigns them. */
export const addDeals = `
  insert into opportunities (name, contact_id, stage_id, amount_agorot, owner_id, rank)
  select 'ליווי ' || c.full_name, c.id, s.id, 100000 + (c.n % 50) * 10000, c.owner_id, lpad((1000000 + c.n)::text, 12, '0')
  from (select *, row_number() over (order by created_at desc) as n from contacts limit $1) c
  join (select *, row_number() over (order by position) as k, count(*) over () as stages from pipeline_stages where kind = 'open') s
    on s.k = 1 + c.n % s.stages`
