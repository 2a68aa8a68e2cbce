import { contentStories } from './content.suite.ts'
import { openGround } from './environment.fixture.ts'
import { lifeStories } from './lifecycle.suite.ts'
import { visibilityStories } from './visibility.suite.ts'

const ground = await openGround('triggers')

visibilityStories(ground)
contentStories(ground)
lifeStories(ground)
