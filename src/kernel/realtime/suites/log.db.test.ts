import { contentSuite } from './content.suite.ts'
import { openEnvironment } from './environment.fixture.ts'
import { lifecycleSuite } from './lifecycle.suite.ts'
import { visibilitySuite } from './visibility.suite.ts'

const environment = await openEnvironment('log')

visibilitySuite(environment)
contentSuite(environment)
lifecycleSuite(environment)
