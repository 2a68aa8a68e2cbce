import { describe } from 'vitest'
import { debianServer, hasDebianServer } from '../../../../test/debian-server.ts'
import { contentSuite } from './content.suite.ts'
import { openEnvironment } from './environment.fixture.ts'
import { filterSuite } from './filters.suite.ts'
import { lifecycleSuite } from './lifecycle.suite.ts'
import { visibilitySuite } from './visibility.suite.ts'

describe.skipIf(!hasDebianServer)('on PostgreSQL 15', async () => {
  if (!hasDebianServer) return
  const environment = await openEnvironment('auto', await debianServer({ wal_level: 'logical' }))
  visibilitySuite(environment)
  contentSuite(environment)
  filterSuite(environment)
  lifecycleSuite(environment)
})
