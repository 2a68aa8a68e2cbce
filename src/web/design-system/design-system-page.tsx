// Design system reference: tokens, and every component of src/ui in each state, light and dark side by side.
import './design-system-page.css'
import type { Head } from '../pages.ts'
import { BrandColours, Ramps, Shapes, Spaces, Type } from './tokens.tsx'
import { Actions } from './actions.tsx'
import { Fields } from './fields.tsx'
import { Layers } from './layers.tsx'
import { Numbers } from './numbers.tsx'
import { Signs } from './signs.tsx'
import { States } from './states.tsx'

export const head = (): Head => ({
  title: 'שפת העיצוב',
  description: 'הצבעים, הגופנים והרכיבים של המערכת, בכל המצבים שלהם, בהיר וכהה זה לצד זה.',
  robots: 'noindex',
})

const themes = [
  { theme: 'light', name: 'בהיר' },
  { theme: 'dark', name: 'כהה' },
] as const

export function View() {
  return (
    <div className="ds">
      <header className="ds__head wrap">
        <h1 className="display d1">שפת העיצוב</h1>
        <p className="lead">
          הצבעים, הגופנים והרכיבים של המערכת, בכל המצבים שלהם. ניגודיות, היפוך צבעים, הגדלת טקסט ושאר המצבים נפתחים
          בכפתור אפשרויות הנגישות שבפינה, וחלים גם כאן.
        </p>
      </header>
      <section className="wrap ds__tokens" aria-labelledby="ds-tokens">
        <h2 className="display d2" id="ds-tokens">
          אסימונים
        </h2>
        <BrandColours />
        <Ramps />
        <Type />
        <Spaces />
        <Shapes />
      </section>
      <div className="ds__themes">
        {themes.map(({ theme, name }) => (
          <section key={theme} className="ds__theme" data-theme={theme} aria-label={`רכיבים, ${name}`}>
            <h2 className="display d2">{name}</h2>
            <div>
              <Actions />
              <Fields theme={name} />
              <Signs />
              <Layers />
              <States theme={name} />
              <Numbers theme={name} />
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}
