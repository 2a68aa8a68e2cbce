import type { DefaultPage } from '../pages.ts'
import { block } from './block.ts'

export const newsletter: DefaultPage = {
  path: '/newsletter',
  label: 'ניוזלטר',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'הניוזלטר השבועי',
      title: 'שתי דקות של בהירות, פעם בשבוע',
      lead: 'ניוזלטר קצר בימי שלישי: רעיון אחד, שאלה אחת, פעולה אחת. בלי פרסומות של אחרים.',
    }),
    block('inside', 'features', {
      title: 'מה יש בכל הודעה',
      list: [
        { title: 'רעיון אחד', text: 'משהו שאפשר להבין עד הסוף, בלי מונחים ובלי לחץ.', sign: 'document' },
        { title: 'שאלה אחת', text: 'כזו ששווה לשאול בבית, ליד השולחן.', sign: 'message' },
        { title: 'פעולה אחת', text: 'עשר דקות, ודבר אחד בכסף של הבית נעשה פשוט יותר.', sign: 'check' },
      ],
      ground: 'tint',
    }),
  ],
}
