type Sql = <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>

const who: Record<string, string> = {
  public: 'everybody',
  anon: 'visitors',
  authenticated: 'signed-in',
  service_role: 'the server',
}

/** Every permission of the product's tables on one page, read from the database itself: table, verb, who, and the policy's sentence. */
export async function policyReport(sql: Sql): Promise<string> {
  const rows = await sql<{ table: string; verb: string; roles: string[]; sentence: string; restrictive: boolean }>(`
    select tablename as table, cmd as verb, roles::text[] as roles, policyname as sentence, permissive = 'RESTRICTIVE' as restrictive
    from pg_policies where schemaname = 'public'
    order by tablename collate "C", array_position(array['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE'], cmd), policyname collate "C"`)
  const line = (row: (typeof rows)[number]) =>
    `| ${row.table} | ${row.verb.toLowerCase()} | ${row.roles.map((role) => who[role] ?? role).join(', ')} | ${row.restrictive ? 'only if: ' : ''}${row.sentence} |`
  return [
    '# Who may do what',
    '',
    'Read from the database by `node scripts/policies.ts`; a test keeps it fresh. What no line allows is refused.',
    'The server (`service_role`) passes row-level security; it acts only through the functions listed in `src/server/handlers.ts`.',
    '',
    '| table | verb | who | policy |',
    '|---|---|---|---|',
    ...rows.map(line),
    '',
  ].join('\n')
}
