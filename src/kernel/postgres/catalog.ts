import type pg from 'pg'

/** A snapshot of the catalog objects that the code files of a schema can create or change. */
export type Catalog = {
  /** Keyed by class and oid, in the order of creation. */
  objects: Map<string, { oid: number; type: string; drop: string }>
  /** Privileges and row-level security of tables, each with the statements to grant and to revoke it. */
  settings: Map<string, { owner: string; give: string; take: string }>
}

const objects = `
  select class::text || ' ' || oid as key, oid::bigint::integer as oid, described.type, format('drop %s %s', described.type, described.identity) as drop
  from (
    select 'pg_proc'::regclass as class, oid from pg_proc where oid >= 16384
    union all select 'pg_class'::regclass, oid from pg_class where relkind in ('v', 'm') and oid >= 16384
    -- Standalone types; those of tables, views and arrays are dropped with them.
    union all select 'pg_type'::regclass, t.oid from pg_type t left join pg_class c on c.oid = typrelid
      where (typtype in ('d', 'e', 'r') or relkind = 'c') and t.oid >= 16384
    union all select 'pg_policy'::regclass, oid from pg_policy
    union all select 'pg_trigger'::regclass, oid from pg_trigger where not tgisinternal
    union all select 'pg_event_trigger'::regclass, oid from pg_event_trigger
  ) as each (class, oid), pg_identify_object(class, oid, 0) as described
  order by oid`

const settings = `
  with rights as (
    select 'pg_class ' || c.oid as owner, acl.*, case relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass as target, '' as columns
    from pg_class c, aclexplode(coalesce(relacl, acldefault(case relkind when 'S' then 's'::"char" else 'r' end, relowner))) as acl
    where relkind in ('r', 'p', 'S') and c.oid >= 16384 and acl.grantee <> relowner
    union all
    select 'pg_class ' || attrelid, acl.*, 'table ' || attrelid::regclass, format(' (%I)', attname)
    from pg_attribute, aclexplode(attacl) as acl where attacl is not null and attrelid >= 16384
    union all
    select 'pg_proc ' || p.oid, acl.*, 'function ' || p.oid::regprocedure, ''
    from pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) as acl where p.oid >= 16384 and acl.grantee <> proowner
    union all
    select 'pg_namespace ' || n.oid, acl.*, format('schema %I', nspname), ''
    from pg_namespace n, aclexplode(nspacl) as acl where nspname !~ '^pg_' and acl.grantee <> nspowner
  )
  select owner,
    format('grant %s%s on %s to %s%s', privilege_type, columns, target, role, case when is_grantable then ' with grant option' end) as give,
    format('revoke %s%s on %s from %s', privilege_type, columns, target, role) as take
  from rights, lateral (select case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end) as named (role)
  union all
  select 'pg_class ' || oid, format('alter table %s enable row level security', oid::regclass), format('alter table %s disable row level security', oid::regclass)
  from pg_class where relrowsecurity and oid >= 16384`

export async function readCatalog(client: pg.Client): Promise<Catalog> {
  // With an empty search_path every name is printed with its schema.
  await client.query(`select set_config('search_path', '', true)`)
  const found = await client.query<{ key: string; oid: number; type: string; drop: string }>(objects)
  const set = await client.query<{ owner: string; give: string; take: string }>(settings)
  await client.query('reset search_path')
  return {
    objects: new Map(found.rows.map(({ key, ...object }) => [key, object])),
    settings: new Map(set.rows.map((row) => [row.give, row])),
  }
}

/** The statements that revert `after` to `before`, and the oids of the new functions. */
export function differenceOf(before: Catalog, after: Catalog): { undo: string[]; functions: number[] } {
  const created = new Map([...after.objects].filter(([key]) => !before.objects.has(key)))
  const added = [...after.settings.values()].filter((row) => !before.settings.has(row.give) && !created.has(row.owner))
  const taken = [...before.settings.values()].filter((row) => !after.settings.has(row.give))
  // Event triggers first, so that they do not fire for the rest. Then the newest, because an object depends only on older ones.
  const isWatcher = (object: { type: string }) => object.type === 'event trigger'
  const drops = [...created.values()].reverse().sort((one, other) => Number(isWatcher(other)) - Number(isWatcher(one)))
  return {
    undo: [...added.map((row) => row.take), ...taken.map((row) => row.give), ...drops.map((object) => object.drop)],
    functions: [...created.values()].filter((object) => object.type === 'function').map((object) => object.oid),
  }
}
