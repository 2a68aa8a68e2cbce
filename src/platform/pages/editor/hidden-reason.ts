// Why a block of the page is hidden from visitors.
import type { Block, Kind } from '../blocks.ts'

const reasons: Partial<Record<Kind, string>> = {
  voices: 'אין המלצות מאושרות',
  figures: 'אין מספרים במסך ״מספרים״',
  posts: 'אין פוסטים מפורסמים',
  asked: 'לא סומנו שאלות לעמוד הבית',
  services: 'אין מוצרים מפורסמים',
  compare: 'אין שני מוצרים להשוות ביניהם',
  quiz: 'השאלון עוד לא פורסם',
  webinar: 'ההדרכה לא פורסמה, או שאין לה מועד פתוח',
  newsletter: 'אין נוסח הסכמה לניוזלטר',
  portal: 'האזור האישי עוד לא נפתח',
  picture: 'לא נבחרה תמונה',
  gallery: 'לא נבחרו תמונות',
  logos: 'לא נבחרו סמלים',
  buttons: 'אין עמוד מפורסם בכתובות של הכפתורים',
  video: 'לא נבחר סרטון',
  form: 'לא נבחר טופס',
  people: 'עוד לא נוספו אנשים',
  team: 'בעמוד ״אודות״ עוד אין אנשים',
}

export const hiddenReason = ({ kind }: Block): string => reasons[kind] ?? 'אין לו עכשיו מה להציג'
