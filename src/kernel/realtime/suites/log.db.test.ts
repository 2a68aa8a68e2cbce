import { contentSuite } from './content.suite.ts'
import { openEnvironment } from './environment.fixture.ts'
import { filterSuite } from './filters.suite.ts'
import { lifecycleSuite } from './lifecycle.suite.ts'
import { visibilitySuite } from './visibility.suite.ts'

const environment = await openEnvironment('log')

visibilitySuite(environment)
contentSuite(environment)
filterSuite(environment)
lifecycleSuite(environment)
