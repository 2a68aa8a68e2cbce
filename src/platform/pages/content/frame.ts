import { type DefaultPage, framePath } from '../pages.ts'
import { block } from './block.ts'

export const frame: DefaultPage = {
  path: framePath,
  label: 'תפריט ותחתית',
  blocks: [
    block('menu', 'menu', {
      list: [
        { words: 'בית', href: '/' },
        { words: 'אודות', href: '/about' },
        { words: 'בלוג', href: '/blog' },
        { words: 'מחירים', href: '/pricing' },
        { words: 'המלצות', href: '/reviews' },
        { words: 'יצירת קשר', href: '/contact' },
      ],
    }),
    block('footer', 'footer', {
      tagline: 'ליווי כלכלי למשפחות',
      groups: [
        {
          title: 'האתר',
          links: [
            { words: 'אודות', href: '/about' },
            { words: 'בלוג', href: '/blog' },
            { words: 'המלצות', href: '/reviews' },
            { words: 'מה כלול', href: '/features' },
            { words: 'מסלולים ומחירים', href: '/pricing' },
            { words: 'שאלות נפוצות', href: '/faq' },
          ],
        },
        {
          title: 'להתחיל',
          links: [
            { words: 'שאלון השלב הכלכלי', href: '/financial_stage' },
            { words: 'שיחת היכרות', href: '/book-a-call' },
            { words: 'יצירת קשר', href: '/contact' },
            { words: 'ניוזלטר', href: '/newsletter' },
          ],
        },
      ],
      note: 'המידע כללי ואינו ייעוץ השקעות, ייעוץ פנסיוני, ייעוץ מס או ייעוץ משפטי, ואינו תחליף לייעוץ אישי בידי בעלי רישיון.',
    }),
  ],
}
