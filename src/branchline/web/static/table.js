// The table page: it lights what the server offers, shows what a move would do, and plays it.
// It knows no rule of any game. docs/page.md tells what the page and its script agree on.

import "./fingers.js";
import "./opening.js";
import "./focus.js";
import "./counts.js";
import "./chosen.js";
import "./pieces.js";
import "./moves.js";
import "./turns.js";
import "./among.js";
import "./bundle.js";
import "./routes.js";
import "./why.js";
import "./hints.js";
import "./sign.js";
import "./spots.js";
import "./history.js";
import "./entry.js";
import "./settings.js";
import "./links.js";
import "./drawers.js";
import "./introduction.js";
import "./plans.js";
import "./talk.js";
import "./presence.js";
import "./waits.js";
import "./reactions.js";
import "./own.js";
import "./unread.js";
import "./playback.js";
import "./interrupt.js";
import "./sound.js";
import "./terms.js";
import "./coach.js";
import "./keys.js";
import "./analysis.js";
import "./app.js";
import "./looked.js";
import "./better.js";
import { connect } from "./feed.js";
import { around } from "./fragments.js";
import { tellTime } from "./pace.js";

around(() => tellTime);
connect();
