import type { Page } from '@bolsillo/contract'
import { pages as identity } from '@bolsillo/identity/web'
import type { ComponentType } from 'react'
import { pages as own } from './pages/index.ts'

/** Every page of the customer app, from the web doors of the rooms. Paths are unique: a test says so. */
export const pages: readonly Page<ComponentType>[] = [...own, ...identity]

/** The entry `/` is another name of the start page. */
export const startPath = '/pages/common/start'
export const homePath = '/pages/tabbar/home'
export const loginPath = '/pages/account/login'
