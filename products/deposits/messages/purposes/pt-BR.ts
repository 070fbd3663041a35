import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'announcement-hours':
    'Após quantas horas um depósito anunciado termina sozinho. O dinheiro que chega depois é creditado do mesmo modo.',
  'held-days-max':
    'Após quantos dias volta à origem o dinheiro retido porque o dono não é conhecido ou não foi comprovado.',
  'proof-hours': 'Em quantas horas a equipe responde a um comprovante de pagamento.',
}
