import { verbs } from './access/measure-access.ts'
import { type Access, actors, expand } from './access/actors.ts'
import { expected } from './access/expected.ts'

type Sql = <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>

const labels: Record<string, string> = {
  public: 'everyone',
  anon: 'visitors',
  authenticated: 'signed-in',
  service_role: 'the server',
}

/** All permissions of the product on one page: table × verb × actor as measured by test/access, then the database's policies. */
export async function policyReport(sql: Sql): Promise<string> {
  const rows = await sql<{ table: string; verb: string; roles: string[]; sentence: string; restrictive: boolean }>(`
    select tablename as table, cmd as verb, roles::text[] as roles, policyname as sentence, permissive = 'RESTRICTIVE' as restrictive
    from pg_policies where schemaname = 'public'
    order by tablename collate "C", array_position(array['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE'], cmd), policyname collate "C"`)
  const line = (row: (typeof rows)[number]) =>
    `| ${row.table} | ${row.verb.toLowerCase()} | ${row.roles.map((role) => labels[role] ?? role).join(', ')} | ${row.restrictive ? 'only if: ' : ''}${row.sentence} |`
  return [
    '# Who may do what',
    '',
    'Written by `node scripts/policies.ts`; tests keep it fresh. What no line allows is refused.',
    'The server (`service_role`) passes row-level security; it acts only through the functions listed in `src/server/functions/`.',
    '',
    '## Each table, each verb',
    '',
    `Every permission is tried in \`test/access\`: ${Object.values(actors).join(', ')}. With * it is some of the rows: their own, those of their contacts, or what is published.`,
    '',
    '| table | select | insert | update | delete |',
    '|---|---|---|---|---|',
    ...Object.entries(expected)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([table, access]) => `| ${[table, ...verbs.map((verb) => accessText(access[verb]))].join(' | ')} |`),
    '',
    '## The policies behind it',
    '',
    '| table | verb | who | policy |',
    '|---|---|---|---|',
    ...rows.map(line),
    '',
  ].join('\n')
}

/** Abbreviates a complete group to one word, and names other actors individually. */
function accessText(access: Access[keyof Access]) {
  const met = expand(access).join(' ')
  const crowd = [
    [expand('everyone'), 'everyone'],
    [expand('everyone~'), 'everyone*'],
    [expand('staff'), 'staff'],
    [expand('staff~'), 'staff*'],
    [expand('clients~'), 'clients*'],
  ] as const
  const sentence = crowd.reduce((text, [names, word]) => text.replace(names.join(' '), word), met)
  return sentence.replaceAll('~', '*').split(' ').filter(Boolean).join(', ') || '–'
}
