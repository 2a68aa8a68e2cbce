// Routes of provider sign-in and identity linking.
import { Refusal } from '../../errors.ts'
import type { Route } from '../instance.ts'
import { authorize, authorizeLink } from './authorize.ts'
import { callback } from './callback.ts'
import { unlinkIdentity } from './link.ts'

/** SAML is not implemented: responds like upstream when SAML is disabled. */
function samlSignOn(): never {
  throw new Refusal('saml_provider_disabled', 404, 'SAML 2.0 is disabled')
}

export const providerRoutes: Route[] = [
  ['GET', '/authorize', authorize, 'authorize'],
  ['GET', '/callback', callback],
  ['POST', '/callback', callback],
  ['POST', '/sso', samlSignOn, 'sso'],
  ['GET', '/sso/saml/metadata', samlSignOn],
  ['POST', '/sso/saml/acs', samlSignOn],
  ['GET', '/user/identities/authorize', authorizeLink, 'authorize'],
  ['DELETE', '/user/identities/:identityId', unlinkIdentity],
]
