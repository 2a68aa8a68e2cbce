import pg from 'pg'

const kinds = ['tables', 'sequences', 'functions'] as const

/**
 * Sets whether the API can access tables that the superuser creates in public later. Hosted Supabase grants them to
 * every role. Here only service_role has access, because a table without row-level security would be open to visitors.
 */
export async function setDefaultGrants(config: pg.ClientConfig, areOpen: boolean) {
  const client = new pg.Client(config)
  await client.connect()
  try {
    const change = areOpen ? ['grant all', 'to'] : ['revoke all', 'from']
    const statements = kinds.map(
      (kind) => `alter default privileges in schema public ${change[0]} on ${kind} ${change[1]} anon, authenticated`,
    )
    await client.query(statements.join(';'))
  } finally {
    await client.end()
  }
}
