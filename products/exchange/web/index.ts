import type { Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'

/** The pages of this room. */
export const pages: readonly Page<ComponentType>[] = []
