/** Sign-in by wallet. Each chain is off until its setting enables it. */
export type Web3Settings = {
  /** GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED */
  ethereum: boolean
  /** GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED */
  solana: boolean
  /** GOTRUE_EXTERNAL_WEB3_ETHEREUM_MAXIMUM_VALIDITY_DURATION: how old or how far ahead Issued At may be. */
  ethereumSeconds: number
  /** GOTRUE_EXTERNAL_WEB3_SOLANA_MAXIMUM_VALIDITY_DURATION */
  solanaSeconds: number
  /** GOTRUE_RATE_LIMIT_WEB3: per client in five minutes. */
  rate: number
}

export const web3Defaults: Web3Settings = {
  ethereum: false,
  solana: false,
  ethereumSeconds: 600,
  solanaSeconds: 600,
  rate: 30,
}
