import './quiz.css'
import { CtaButton } from '../blocks/call-to-action.tsx'
import { resolveLink } from '../blocks/resolve-link.ts'
import { Section, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'
import { StageGauge } from './stage-gauge.tsx'

/** Link to the questionnaire, while it is published. */
export function QuizView({ id, content: { title, text, action }, facts }: BlockProps<'quiz'>) {
  const link = { words: action, href: '/financial_stage' }
  if (!resolveLink(link, facts)) return null
  return (
    <Section id={id} ground="plain">
      <div className="quizcta">
        <div className="quizcta__text">
          <h2 className="display d1" id={titleId(id)}>
            {title}
          </h2>
          <p className="lead">{text}</p>
          <CtaButton link={link} facts={facts} size="xl" />
        </div>
        <StageGauge />
      </div>
    </Section>
  )
}
