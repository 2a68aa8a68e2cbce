import '#ui/forms/toggle.css'
import './accessibility-sheet.css'
import {
  Accessibility,
  AArrowUp,
  CirclePause,
  Contrast,
  Focus,
  Link as Chain,
  type LucideIcon,
  Minus,
  Monitor,
  Moon,
  MousePointerClick,
  Pause,
  Play,
  Plus,
  Square,
  Sun,
  SunMoon,
  Volume2,
  X,
} from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'
import { fontScales } from './accessibility.ts'
import { texts, toggles } from './accessibility-texts.ts'

const pictures: Record<keyof typeof toggles, LucideIcon> = {
  highlightLinks: Chain,
  largeTargets: MousePointerClick,
  reduceMotion: CirclePause,
  strongFocus: Focus,
}

/**
 * Static markup of the accessibility button and its dialog. The button is hidden until `accessibility-widget.ts`
 * attaches the behaviour. `statement` is the URL of the accessibility statement, if it is published.
 */
export function AccessibilitySheet({ statement }: { statement: string | undefined }) {
  return (
    <>
      <button
        type="button"
        id="a11y-open"
        className="a11y-fab"
        aria-label={texts.button}
        title={texts.button}
        aria-haspopup="dialog"
        aria-expanded="false"
        aria-controls="a11y-sheet"
        hidden
      >
        <Icon of={Accessibility} />
      </button>
      <dialog id="a11y-sheet" className="a11y-sheet" aria-labelledby="a11y-title">
        <form method="dialog" className="a11y-sheet__head">
          <h2 id="a11y-title">{texts.title}</h2>
          <button className="btn btn--ghost btn--icon" aria-label={texts.close}>
            <Icon of={X} />
          </button>
        </form>
        <TextSize />
        <ContrastChoice />
        <ThemeOptions />
        <div className="a11y-group a11y-toggles">
          {Object.entries(toggles).map(([name, label]) => (
            <label key={name} className="a11y-switch">
              <span>
                <Icon of={pictures[name as keyof typeof toggles]} />
                {label}
              </span>
              {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its own checked state */}
              <input type="checkbox" role="switch" className="toggle" name={name} />
            </label>
          ))}
        </div>
        <Reader />
        <div className="a11y-group a11y-foot">
          <button type="button" className="btn btn--secondary" data-a11y="reset">
            {texts.reset}
          </button>
          {statement && <a href={statement}>{texts.statement}</a>}
        </div>
        <p className="vh" aria-live="polite" data-a11y="say" />
      </dialog>
    </>
  )
}

const TextSize = () => (
  <fieldset className="a11y-group">
    <legend>
      <Icon of={AArrowUp} />
      {texts.textSize}
    </legend>
    <div className="a11y-size">
      <output data-a11y="scale">100%</output>
      <button type="button" className="btn btn--secondary" data-a11y="smaller">
        <Icon of={Minus} />
        {texts.smaller}
      </button>
      <button type="button" className="btn btn--secondary" data-a11y="larger">
        <Icon of={Plus} />
        {texts.larger}
      </button>
      <div className="a11y-steps" aria-hidden="true">
        {fontScales.map((scale) => (
          <i key={scale} data-step={scale} />
        ))}
      </div>
    </div>
  </fieldset>
)

const ContrastChoice = () => (
  <fieldset className="a11y-group">
    <legend>
      <Icon of={Contrast} />
      {texts.contrast}
    </legend>
    <div className="a11y-opts">
      {Object.entries(texts.contrasts).map(([value, label]) => (
        <label key={value} className="a11y-opt">
          <input type="radio" name="contrast" value={value} className="vh" />
          <span className={`a11y-swatch a11y-swatch--${value}`} aria-hidden="true">
            אב
          </span>
          {label}
        </label>
      ))}
    </div>
  </fieldset>
)

const themePictures: Record<keyof typeof texts.themes, LucideIcon> = { light: Sun, dark: Moon, auto: Monitor }

const ThemeOptions = () => (
  <fieldset className="a11y-group">
    <legend>
      <Icon of={SunMoon} />
      {texts.theme}
    </legend>
    <div className="a11y-opts">
      {Object.entries(texts.themes).map(([value, label]) => (
        <label key={value} className="a11y-opt">
          <input type="radio" name="theme" value={value} className="vh" />
          <Icon of={themePictures[value as keyof typeof texts.themes]} />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
)

const Reader = () => (
  <fieldset className="a11y-group">
    <legend>
      <Icon of={Volume2} />
      {texts.reader}
    </legend>
    <div className="a11y-read">
      <button type="button" className="btn btn--primary" data-a11y="read" disabled>
        <Icon of={Play} />
        {texts.read}
      </button>
      <button type="button" className="btn btn--secondary" data-a11y="pause" disabled>
        <Icon of={Pause} />
        <span data-a11y="pause-words">{texts.pause}</span>
      </button>
      <button type="button" className="btn btn--secondary" data-a11y="stop" disabled>
        <Icon of={Square} />
        {texts.stop}
      </button>
    </div>
    <p className="a11y-hint" data-a11y="hint">
      {texts.readerHint}
    </p>
  </fieldset>
)
