#!/usr/bin/env node
import '../dist/curvewell-verify.js';
