// Links of the demo business. The page omits links to unpublished pages.
import { seedId } from '#lib/seed-id.ts'
import type { BioLink } from './bio.ts'

const links: readonly Pick<BioLink, 'title' | 'note' | 'url' | 'icon'>[] = [
  { title: 'שיחת היכרות', note: '25 דקות, ללא עלות וללא התחייבות', url: '/book-a-call', icon: 'calendar' },
  { title: 'שאלון השלב הכלכלי', note: 'עשר שאלות קצרות, שלוש דקות', url: '/financial_stage', icon: 'target' },
  { title: 'ההדרכה הקרובה', note: 'הדרכה מקוונת ללא עלות', url: '/webinar', icon: 'video' },
  { title: 'מדריך: שיחת כסף ראשונה', note: 'תסריט של עשרים דקות', url: '/lead/sihat-kesef', icon: 'download' },
  { title: 'הבלוג', note: 'מחשבות קצרות על כסף ובית', url: '/blog', icon: 'newspaper' },
  { title: 'המסלולים והמחירים', note: 'מה כולל כל מסלול', url: '/pricing', icon: 'star' },
  { title: 'וואטסאפ', note: 'לכל שאלה', url: 'https://wa.me/972500000001', icon: 'chat' },
]

/** The introduction above the links. */
export const demoBioLine = 'כלכלת הבית, בפשטות'

export const demoBioLinks = () =>
  links.map((link, i) => ({
    id: seedId(36, i + 1),
    ...link,
    position: i,
    is_featured: link.url === '/book-a-call',
    is_enabled: true,
    campaign: link.url.startsWith('/') ? 'bio' : null,
    is_demo: true,
  })) satisfies Partial<BioLink>[]
