import type { DefaultPage } from '../pages.ts'
import { about } from './about.ts'
import { block } from './block.ts'

const withPerson = block('people', 'people', {
  title: 'מי מלווים אתכם',
  list: [
    {
      photo: { id: '', alt: '' },
      name: 'הילה לדוגמה',
      role: 'מלווה משפחות',
      about:
        'אחת־עשרה שנים יושבת עם משפחות ליד שולחן המטבח, עם דפי החשבון פתוחים. מאמינה במעט כללים, ובשיחה קצרה פעם בשבוע.',
      training: 'הכשרה בליווי כלכלי למשפחות, ועשר שנים קודם לכן בבנק, מהצד שמאשר הלוואות.',
      licensed: 'ליווי בניהול התקציב, בסדר הטיפול בחובות ובקביעת יעדים.',
      unlicensed: 'ייעוץ השקעות, ייעוץ פנסיוני, ייעוץ מס וייעוץ משפטי.',
      saying: 'כסף הוא נושא שאפשר לדבר עליו בקול רגיל.',
    },
  ],
  ground: 'tint',
})

/** The page "about" of the demo business with a fictional person; a real business adds its own text. */
export const demoAbout: DefaultPage = {
  ...about,
  blocks: about.blocks.map((each) => (each.id === 'people' ? withPerson : each)),
}
