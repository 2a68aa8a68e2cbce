// The list of default pages, in the order in which editors see them.
import { bookACall } from '../landing-content/book-a-call.ts'
import { fiscalFitness } from '../landing-content/fiscal-fitness.ts'
import { lesson } from '../landing-content/lesson.ts'
import { ninja } from '../landing-content/ninja.ts'
import { preparation } from '../landing-content/preparation.ts'
import type { DefaultPage } from '../pages.ts'
import { about } from './about.ts'
import { announcement } from './announcement.ts'
import { contact } from './contact.ts'
import { faq } from './faq.ts'
import { featuresPage } from './features.ts'
import { homeByProcess } from './home-2.ts'
import { homeByStory } from './home-3.ts'
import { frame } from './frame.ts'
import { home } from './home.ts'
import { pricing } from './pricing.ts'
import { newsletter } from './newsletter.ts'
import { digitalProgramme } from './product-2.ts'
import { singleMeeting } from './product-3.ts'
import { personalCoaching } from './product.ts'
import { reviews } from './reviews.ts'

export const defaultPages: readonly DefaultPage[] = [
  home,
  homeByProcess,
  homeByStory,
  about,
  personalCoaching,
  digitalProgramme,
  singleMeeting,
  featuresPage,
  pricing,
  reviews,
  faq,
  contact,
  newsletter,
  bookACall,
  preparation,
  lesson,
  ninja,
  fiscalFitness,
  frame,
  announcement,
]
