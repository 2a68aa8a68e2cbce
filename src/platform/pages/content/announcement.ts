import { type DefaultPage, siteWidePath } from '../pages.ts'
import { block } from './block.ts'

export const announcement: DefaultPage = {
  path: siteWidePath,
  label: 'הודעה בראש האתר',
  blocks: [
    block('announcement', 'announcement', {
      text: 'שיחת ההיכרות ללא עלות וללא התחייבות',
      link: { words: 'שיחת היכרות', href: '/book-a-call' },
    }),
  ],
}
