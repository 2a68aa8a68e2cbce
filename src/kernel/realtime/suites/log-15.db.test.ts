import { describe } from 'vitest'
import { debianServer, hasDebianServer } from '../../../../test/debian-server.ts'
import { contentStories } from './content.suite.ts'
import { openGround } from './environment.fixture.ts'
import { lifeStories } from './lifecycle.suite.ts'
import { visibilityStories } from './visibility.suite.ts'

describe.skipIf(!hasDebianServer)('on PostgreSQL 15', async () => {
  if (!hasDebianServer) return
  const ground = await openGround('auto', await debianServer({ wal_level: 'logical' }))
  visibilityStories(ground)
  contentStories(ground)
  lifeStories(ground)
})
