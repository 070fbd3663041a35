import type { Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'

/** The shell's own pages, which compose rooms. */
export const pages: readonly Page<ComponentType>[] = []
