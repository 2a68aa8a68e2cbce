import './portal.css'
import '#web/portal/portal-home.css'
import { Stepper } from '#ui/forms/stepper.tsx'
import { CurrentStage } from '#web/portal/current-stage.tsx'
import { MeetingDate } from '#web/portal/meeting-date.tsx'
import { PortalCard } from '#web/portal/portal-card.tsx'
import { StageTasks } from '#web/portal/stage-tasks.tsx'
import { Section, SectionHead } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'
import { exampleDay, exampleMeeting, exampleStage, exampleSteps } from './portal-example.ts'

/** Preview of the portal, built from the components of the portal. Inert; the text beside it describes it. */
export function PortalView({ id, content: { title, text, ground } }: BlockProps<'portal'>) {
  return (
    <Section id={id} ground={ground}>
      <SectionHead id={id} title={title} lead={text} />
      <div className="portal-picture" aria-hidden="true" inert>
        <div className="portal-grid">
          <div className="portal-col portal-grid__now">
            <PortalCard id="portal-meeting" title="הפגישה הבאה" deep>
              <MeetingDate {...exampleMeeting} now={exampleDay} />
            </PortalCard>
            <CurrentStage current={exampleStage} now={exampleDay} deep={false} />
            <PortalCard id="portal-message" title="הודעה מהמלווה שלכם" soft>
              <p className="portal-note">שבועיים רצופים של רישום. בפגישה הבאה נבחר יחד מה סוגרים קודם.</p>
            </PortalCard>
          </div>
          <div className="portal-col portal-grid__way">
            <PortalCard id="portal-way" title="הדרך שלכם" aside="ליווי משפחתי, שלב 3 מתוך 6">
              <Stepper label="" steps={exampleSteps} />
            </PortalCard>
            <StageTasks current={exampleStage} now={exampleDay} />
          </div>
        </div>
      </div>
    </Section>
  )
}
