import { contentStories } from './content.stories.ts'
import { openGround } from './ground.fixture.ts'
import { lifeStories } from './life.stories.ts'
import { visibilityStories } from './visibility.stories.ts'

const ground = await openGround('triggers')

visibilityStories(ground)
contentStories(ground)
lifeStories(ground)
