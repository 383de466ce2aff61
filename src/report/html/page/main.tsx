import { render } from 'preact'
import { App } from './app.tsx'
import './style/base.css'
import './style/controls.css'
import './style/tables.css'
import './style/overview.css'
import './style/difference.css'
import './style/trends.css'
import './style/matrix.css'
import './style/list.css'
import './style/evaluation.css'
import './style/timeline.css'

const page = document.getElementById('page')
if (page)
  render(<App />, page)
