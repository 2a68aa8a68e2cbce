import './home-page.css'
import { Check } from 'lucide-react'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Illustration } from '#ui/illustration.tsx'
import meeting from '#ui/meeting.svg?raw'
import type { Head, PageProps, SiteFacts } from '../pages.ts'
import kitchenTable from './art/kitchen-table.svg?raw'
import landscapeNarrow from './art/margin-landscape-narrow.svg?raw'
import landscape from './art/margin-landscape.svg?raw'
import { BusinessCard, nameOf } from './business-card.tsx'
import { callAddress } from './call-address.ts'
import { calmHome, type HomeWords } from './home-words.ts'
import { QuietLink } from './quiet-link.tsx'
import { StageGauge } from './stage-gauge.tsx'

export const head = ({ facts }: PageProps): Head =>
  facts.business.is_published
    ? { title: calmHome.hero.title, description: calmHome.hero.subtitle }
    : { title: nameOf(facts.business), description: nameOf(facts.business) }

/** The front door. Until the owner publishes the texts it shows who this is and how to reach them. */
export function View({ facts }: PageProps) {
  if (!facts.business.is_published) return <BusinessCard business={facts.business} />
  return <Home words={calmHome} facts={facts} />
}

function Home({ words, facts }: { words: HomeWords; facts: SiteFacts }) {
  const hasQuiz = facts.standing.includes('/financial_stage')
  return (
    <>
      <Hero words={words.hero} call={callAddress(facts)} hasQuiz={hasQuiz} />
      <section className="trust" aria-label="על הליווי">
        <ul className="wrap">
          {words.trust.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <Familiar words={words.familiar} />
      <Steps words={words.steps} />
      {hasQuiz && <QuizPanel words={words.quiz} />}
      <Gains words={words.gains} />
      <Close words={words.close} call={callAddress(facts)} canCancel={facts.standing.includes('/cancel-transaction')} />
    </>
  )
}

function Hero({ words, call, hasQuiz }: { words: HomeWords['hero']; call: string; hasQuiz: boolean }) {
  return (
    <section className="hero">
      <div className="wrap hero__grid">
        <div className="hero__text">
          <p className="kicker">{words.eyebrow}</p>
          <h1 className="display d-hero">{words.title}</h1>
          <p className="lead hero__lead">{words.subtitle}</p>
          <div className="cta-row">
            <ButtonLink look="primary" size="xl" href={call}>
              {words.call}
            </ButtonLink>
            {hasQuiz && <QuietLink href="/financial_stage">{words.quiz}</QuietLink>}
          </div>
          <p className="hero__note">
            {words.note.map((line) => (
              <span key={line}>
                <Icon of={Check} />
                {line}
              </span>
            ))}
          </p>
        </div>
      </div>
      <div className="hero__art">
        <Illustration svg={landscape} className="hero__wide" />
        <Illustration svg={landscapeNarrow} className="hero__narrow" />
      </div>
    </section>
  )
}

function Familiar({ words }: { words: HomeWords['familiar'] }) {
  return (
    <section className="section" aria-labelledby="familiar">
      <div className="wrap split">
        <Illustration svg={kitchenTable} className="split__art" />
        <div className="split__text">
          <h2 className="display d1" id="familiar">
            {words.title}
          </h2>
          <ul className="signs">
            {words.signs.map((sign) => (
              <li key={sign}>{sign}</li>
            ))}
          </ul>
          <p className="lead split__end">{words.end}</p>
        </div>
      </div>
    </section>
  )
}

function Steps({ words }: { words: HomeWords['steps'] }) {
  return (
    <section className="section section--tint" aria-labelledby="steps">
      <div className="wrap">
        <h2 className="display d1 steps__title" id="steps">
          {words.title}
        </h2>
        <ol className="terraces">
          {words.list.map(({ title, text }, i) => (
            <li className="terrace" key={title}>
              <span className="terrace__n" aria-hidden="true">
                {i + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function QuizPanel({ words }: { words: HomeWords['quiz'] }) {
  return (
    <section className="section" aria-labelledby="quiz">
      <div className="wrap">
        <div className="quizcta">
          <div className="quizcta__text">
            <h2 className="display d1" id="quiz">
              {words.title}
            </h2>
            <p className="lead">{words.text}</p>
            <ButtonLink look="primary" size="xl" href="/financial_stage">
              {words.call}
            </ButtonLink>
          </div>
          <StageGauge />
        </div>
      </div>
    </section>
  )
}

function Gains({ words }: { words: HomeWords['gains'] }) {
  return (
    <section className="section section--close" aria-labelledby="gains">
      <div className="wrap gains">
        <h2 className="display d1" id="gains">
          {words.title}
        </h2>
        <dl>
          {words.list.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

function Close({ words, call, canCancel }: { words: HomeWords['close']; call: string; canCancel: boolean }) {
  return (
    <section className="section section--tint" aria-labelledby="close">
      <div className="wrap close">
        <div className="close__text">
          <h2 className="display d2" id="close">
            {words.title}
          </h2>
          <p className="lead">{words.text}</p>
          <div className="cta-row">
            <ButtonLink look="primary" size="lg" href={call}>
              {words.call}
            </ButtonLink>
            {call !== '/contact' && <QuietLink href="/contact">יצירת קשר</QuietLink>}
          </div>
          {/* Where a deal can be made on the site, the law asks for a prominent way to cancel it on the home page. */}
          {canCancel && (
            <p className="close__cancel">
              <a href="/cancel-transaction">ביטול עסקה</a>
            </p>
          )}
        </div>
        <Illustration svg={meeting} className="close__art" />
      </div>
    </section>
  )
}
