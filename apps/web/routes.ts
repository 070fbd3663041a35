import { pages as audit } from '@bolsillo/audit/web'
import type { Page } from '@bolsillo/contract'
import { pages as contracts } from '@bolsillo/contracts/web'
import { pages as deposits } from '@bolsillo/deposits/web'
import { pages as exchange } from '@bolsillo/exchange/web'
import { pages as files } from '@bolsillo/files/web'
import { pages as identity } from '@bolsillo/identity/web'
import { pages as kyc } from '@bolsillo/kyc/web'
import { pages as ledger } from '@bolsillo/ledger/web'
import { pages as proof } from '@bolsillo/proof/web'
import { pages as spot } from '@bolsillo/spot/web'
import { pages as statements } from '@bolsillo/statements/web'
import { pages as stocks } from '@bolsillo/stocks/web'
import { pages as withdrawals } from '@bolsillo/withdrawals/web'
import type { ComponentType } from 'react'
import { pages as own } from './pages/index.ts'

/** Every page of the customer app, from the web doors of the rooms. Paths are unique: a test says so. */
export const pages: readonly Page<ComponentType>[] = [
  ...own,
  ...identity,
  ...audit,
  ...ledger,
  ...stocks,
  ...spot,
  ...contracts,
  ...kyc,
  ...files,
  ...proof,
  ...deposits,
  ...withdrawals,
  ...exchange,
  ...statements,
]

const paths = new Set(pages.map(({ path }) => path))

/** Whether a page exists: entries that lead to rooms not built yet are hidden. */
export function hasPage(path: string): boolean {
  return paths.has(path)
}

/** The entry `/` is another name of the start page. */
export const startPath = '/pages/common/start'
export const homePath = '/pages/tabbar/home'
/** The menu and an ended session lead here; `/pages/account/login` is the listed route of the same page. */
export const loginPath = '/pages/common/login'
export const registerPath = '/pages/account/reg'
