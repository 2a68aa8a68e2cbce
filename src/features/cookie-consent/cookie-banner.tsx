import './cookie-banner.css'
import type { Optional } from './preferences.ts'
import { texts } from './cookie-texts.ts'

/** Static markup of the cookie banner, hidden until `banner.ts` finds no stored choice. `privacy` is the URL of the privacy policy. */
export function CookieBanner({ privacy }: { privacy: string | undefined }) {
  return (
    <section id="cookies" className="cookies" aria-labelledby="cookies-title" hidden>
      <form>
        <h2 id="cookies-title">{texts.title}</h2>
        {/* One element per sentence: a single one would be the largest text on phones, and its late paint the LCP. */}
        <div>
          {texts.sentences.map((sentence, i) => (
            <p key={sentence}>
              {sentence} {privacy && i === texts.sentences.length - 1 && <a href={privacy}>{texts.privacy}</a>}
            </p>
          ))}
        </div>
        <div className="cookies__kinds" data-cookies="details" hidden>
          <label className="cookies__kind">
            <input type="checkbox" checked disabled />
            <span>
              <b>{texts.essential.name}</b> {texts.essential.what}
            </span>
          </label>
          {Object.entries(texts.kinds).map(([category, { name, what }]) => (
            <label key={category} className="cookies__kind">
              <input type="checkbox" name={category satisfies string as Optional} />
              <span>
                <b>{name}</b> {what}
              </span>
            </label>
          ))}
          <button className="btn btn--secondary">{texts.save}</button>
        </div>
        <div className="cookies__row">
          <button type="button" className="btn btn--primary" data-cookies="all">
            {texts.all}
          </button>
          <button type="button" className="btn btn--primary" data-cookies="essential">
            {texts.onlyEssential}
          </button>
          <button type="button" className="btn btn--secondary" data-cookies="customize">
            {texts.customize}
          </button>
        </div>
      </form>
    </section>
  )
}

/** Footer button that reopens the banner. Hidden without scripts, because then no optional cookie is ever set. */
export const CookieChoicesButton = () => (
  <button type="button" id="cookie-settings" className="cookies-again" data-cookies="reopen" hidden>
    {texts.reopen}
  </button>
)
