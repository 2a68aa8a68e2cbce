import { describe } from 'vitest'
import { debianServer, hasDebianServer } from '../../../../test/debian-server.ts'
import { contentStories } from './content.stories.ts'
import { openGround } from './ground.fixture.ts'
import { lifeStories } from './life.stories.ts'
import { visibilityStories } from './visibility.stories.ts'

describe.skipIf(!hasDebianServer)('on PostgreSQL 15', async () => {
  if (!hasDebianServer) return
  const ground = await openGround('auto', await debianServer({ wal_level: 'logical' }))
  visibilityStories(ground)
  contentStories(ground)
  lifeStories(ground)
})
