import './not-found-page.css'
import { ButtonLink } from '#ui/button.tsx'
import { Illustration } from '#ui/illustration.tsx'
import type { Head } from '../pages.ts'
import kitchenTable from './art/kitchen-table.svg?raw'
import { QuietLink } from './quiet-link.tsx'

export const head = (): Head => ({
  title: 'העמוד לא נמצא',
  description: 'ייתכן שהקישור השתנה או שהעמוד הוסר',
  robots: 'noindex',
  image: null,
})

/** Answered with status 404 to every address that leads nowhere. */
export function View() {
  return (
    <section className="section wrap lost">
      <div className="lost__text">
        <h1 className="display d1">העמוד לא נמצא</h1>
        <p className="lead">ייתכן שהקישור השתנה או שהעמוד הוסר</p>
        <div className="cta-row">
          <ButtonLink look="primary" size="lg" href="/">
            לדף הבית
          </ButtonLink>
          <QuietLink href="/contact">יצירת קשר</QuietLink>
        </div>
      </div>
      <Illustration svg={kitchenTable} className="lost__art" />
    </section>
  )
}
