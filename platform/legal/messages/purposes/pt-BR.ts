import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  name: 'Nome legal da empresa, como dizem seus documentos.',
  address: 'Endereço da empresa, onde ela responde perante a lei.',
  'privacy-email': 'E-mail para perguntas e pedidos sobre dados pessoais.',
  'privacy-officer': 'Quem responde pelos dados pessoais: uma pessoa ou uma área (encarregado no Brasil).',
  'complaints-email': 'E-mail para reclamações (a UNE no México, a ouvidoria no Brasil).',
  license: 'A licença, seu número e quem a deu; "none" onde não há nenhuma.',
  regulator: 'A autoridade que supervisiona a empresa; "none" onde não há nenhuma.',
  'money-holder': 'Quem guarda o dinheiro e os valores dos clientes.',
  conflicts: 'Os conflitos de interesse da empresa; "none" onde não há nenhum.',
}
